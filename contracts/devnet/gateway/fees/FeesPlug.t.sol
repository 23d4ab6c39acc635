// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFeesPlug} from "../../../gateway/interfaces/IFeesPlug.sol";
import {GatewayWorld} from "../../../../test/fixtures/solidity/GatewayWorld.sol";
import {deploy, vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {FeesPlug} from "./FeesPlug.sol";
import {FeeToken} from "./FeeToken.sol";

/// @dev Fees in tokens of any decimals. The test acts as the socket that the plug obeys.
contract FeesPlugTest is GatewayWorld {
    address private constant PAYER = address(0x9a7e4);

    mapping(uint8 decimals => FeeToken) private _tokens;
    FeesPlug private _plug;

    function setUp() public {
        uint8[4] memory decimals = [0, 6, 8, 24];
        address[] memory tokens = new address[](4);
        for (uint256 i = 0; i < 4; i++) {
            _tokens[decimals[i]] = FeeToken(deploy("FeeToken", abi.encode("Token", "TKN", decimals[i])));
            tokens[i] = address(_tokens[decimals[i]]);
        }
        _plug = FeesPlug(deploy("FeesPlug", abi.encode(address(this), feesManager, tokens)));
    }

    /// @dev The plug connects itself.
    function connect(bytes32, address) external {}

    function test_deposit_scalesToCreditsOf18Decimals() public {
        _expectDeposit(6, 1_500_000, 1.5e18);
        _expectDeposit(8, 150_000_000, 1.5e18);
        _expectDeposit(0, 3, 3e18);
        _expectDeposit(24, 1.5e24, 1.5e18);
    }

    function test_whitelistToken_isForTheOwnerAlone() public {
        address token = address(0x70c3);
        vm.assertTrue(!_plug.whitelistedTokens(token));
        vm.assertEq(_plug.owner(), address(this));
        vm.expectRevert(abi.encodeWithSelector(IFeesPlug.NotFeesPlugOwner.selector, PAYER));
        vm.prank(PAYER);
        _plug.whitelistToken(token);
        vm.expectEmit(address(_plug));
        emit IFeesPlug.TokenWhitelisted(token);
        _plug.whitelistToken(token);
        vm.assertTrue(_plug.whitelistedTokens(token) && _plug.isTokenWhitelisted(token));
    }

    function test_deposit_roundsInNobodysFavorWhoDeposits() public {
        _expectDeposit(24, 1_999_999, 1);
        _expectDeposit(24, 999_999, 0);
    }

    function test_depositCreditAndNative_makesATenthOfTheCreditsNative() public {
        _mint(6, 15);
        vm.expectEmit(address(_plug));
        emit IFeesPlug.FeesDeposited(address(_tokens[6]), PAYER, 13.5e12, 1.5e12);
        _plug.depositCreditAndNative(address(_tokens[6]), PAYER, 15);
        _mint(6, 15);
        vm.expectEmit(address(_plug));
        emit IFeesPlug.FeesDeposited(address(_tokens[6]), PAYER, 0, 15e12);
        _plug.depositToNative(address(_tokens[6]), PAYER, 15);
    }

    function test_withdrawFees_roundsDownToTheTokensUnit() public {
        _deposit6(2_000_000);
        vm.expectEmit(address(_plug));
        emit IFeesPlug.FeesWithdrawn(address(_tokens[6]), PAYER, 1_500_000);
        _plug.withdrawFees(address(_tokens[6]), PAYER, 1.5e18 + 999_999_999_999);
        vm.assertEq(_tokens[6].balanceOf(PAYER), 1_500_000, "paid");
        _plug.distributeFee(address(_tokens[6]), TRANSMITTER, 999_999_999_999);
        vm.assertEq(_tokens[6].balanceOf(TRANSMITTER), 0, "less than a unit");
    }

    /// @dev Whatever was deposited, what it is worth in credits can be paid out, and never more.
    function testFuzz_payout_neverExceedsTheDeposit(uint96 amount, uint8 seed) public {
        uint8 decimals = [0, 6, 8, 24][seed % 4];
        FeeToken token = _tokens[decimals];
        _mint(decimals, amount);
        vm.recordLogs();
        _plug.depositCredit(address(token), PAYER, amount);
        uint256 credits = decimals > 18 ? amount / 1e6 : amount * 10 ** (18 - decimals);
        _plug.withdrawFees(address(token), PAYER, credits / 3);
        _plug.distributeFee(address(token), TRANSMITTER, credits - credits / 3);
        vm.assertLe(token.balanceOf(PAYER) + token.balanceOf(TRANSMITTER), amount);
    }

    function test_sixDecimals_payForARequestAndAreWithdrawn() public {
        FeeToken coin = served[BETA].coin;
        _depositToken(BETA, coin, PAYER, 3_000_000);
        vm.assertEq(feesManager.getAvailableCredits(PAYER), 3 ether, "credits");
        vm.prank(PAYER);
        feesManager.withdrawCredits(BETA, address(coin), 1.25 ether, MAX_FEES, address(0x4ece));
        _runAll();
        vm.assertEq(coin.balanceOf(address(0x4ece)), 1_250_000, "received");
        vm.assertEq(coin.balanceOf(TRANSMITTER), feesManager.totalSpent() / 1e12, "the transmitter's");
        vm.assertTrue(coin.balanceOf(TRANSMITTER) > 0);
    }

    function _expectDeposit(uint8 decimals, uint256 amount, uint256 credits) private {
        _mint(decimals, amount);
        vm.expectEmit(address(_plug));
        emit IFeesPlug.FeesDeposited(address(_tokens[decimals]), PAYER, credits, 0);
        _plug.depositCredit(address(_tokens[decimals]), PAYER, amount);
    }

    function _deposit6(uint256 amount) private {
        _mint(6, amount);
        _plug.depositCredit(address(_tokens[6]), PAYER, amount);
    }

    function _mint(uint8 decimals, uint256 amount) private {
        _tokens[decimals].mint(address(this), amount);
        _tokens[decimals].approve(address(_plug), amount);
    }
}
