// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {CrossChainTest} from "../testing/CrossChainTest.sol";
import {DeliveryHandler} from "../testing/DeliveryHandler.sol";
import {Stage} from "../testing/messaging/TestMessage.sol";
import {vm} from "../testing/Vm.sol";
import {BridgeToken} from "./BridgeToken.sol";

/// @dev Sends any amount either way. What it inherits delivers, in any order.
contract BridgeTokenHandler is DeliveryHandler {
    BridgeToken[2] private _tokens;
    uint32[2] private _slugs;

    constructor(CrossChainTest world_, BridgeToken here, BridgeToken there) DeliveryHandler(world_) {
        _tokens = [here, there];
        _slugs = [world_.slugOf(address(here)), world_.slugOf(address(there))];
    }

    function bridge(bool isBack, uint256 amount) external {
        (uint256 from, uint256 to) = isBack ? (1, 0) : (0, 1);
        amount %= _tokens[from].balanceOf(address(this)) + 1;
        bytes memory call = abi.encodeCall(BridgeToken.bridge, (_slugs[to], address(this), amount));
        world.sendAs(address(this), address(_tokens[from]), call);
    }
}

abstract contract TwoTokens is CrossChainTest {
    uint256 internal constant SUPPLY = 1e27;

    BridgeToken internal here;
    BridgeToken internal there;
    uint32 internal alpha;
    uint32 internal beta;

    function setUp() public virtual {
        here = new BridgeToken(addChain("alpha").socket, address(this), "Token", "TKN", SUPPLY);
        there = new BridgeToken(addChain("beta").socket, address(this), "Token", "TKN", 0);
        (alpha, beta) = (slugOf(address(here)), slugOf(address(there)));
        connect(address(here), address(there));
    }
}

contract BridgeTokenInvariantsTest is TwoTokens {
    BridgeTokenHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new BridgeTokenHandler(this, here, there);
        here.transfer(address(handler), SUPPLY);
    }

    /// @dev Tells the test runner to call this contract only.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_supplyIncludingTransitIsConstant() public {
        uint256 inTransit = 0;
        bytes32[] memory ids = pending();
        for (uint256 i = 0; i < ids.length; i++) {
            (, uint256 amount) = abi.decode(messageOf(ids[i]).payload, (address, uint256));
            inTransit += amount;
        }
        vm.assertEq(here.totalSupply() + there.totalSupply() + inTransit, SUPPLY, "supply");
    }

    /// @dev Guards against an invariant that holds only because nothing is ever sent or delivered.
    function test_handler_sendsAndDelivers() public {
        handler.bridge(false, 5);
        handler.bridge(false, 6);
        for (uint256 i = 0; i < 3; i++) handler.advance(1);
        vm.assertTrue(messageOf(pending()[1]).stage == Stage.ATTESTED);
        handler.deliver(1);
        vm.assertEq(there.totalSupply(), 6, "delivered one");
        handler.deliverAll(0);
        vm.assertEq(there.totalSupply(), 11, "delivered all");
        handler.bridge(true, 11);
        vm.assertEq(there.totalSupply(), 0, "sent back");
        invariant_supplyIncludingTransitIsConstant();
    }
}

contract BridgeTokenTest is TwoTokens {
    function testFuzz_bridge_burnsHereAndMintsThere(address to, uint256 amount) public {
        vm.assume(to != address(0));
        amount %= SUPPLY + 1;
        send(address(here), abi.encodeCall(here.bridge, (beta, to, amount)));
        vm.assertEq(here.totalSupply(), SUPPLY - amount, "supply here");
        vm.assertEq(there.totalSupply(), 0, "supply there before");
        deliver();
        vm.assertEq(here.totalSupply() + there.totalSupply(), SUPPLY, "supply of both");
        vm.assertEq(there.balanceOf(to), amount, "arrived");
    }

    function test_bridge_isLoggedOnBothChains() public {
        address to = address(0xcafe);
        uint256 fee = here.minFees(beta, here.INBOUND_GAS(), 64);
        vm.deal(address(this), fee);
        vm.expectEmit(address(here));
        emit BridgeToken.BridgedOut(beta, address(this), to, 7);
        here.bridge{value: fee}(beta, to, 7);
        deliverUntil(Stage.ATTESTED);
        vm.expectEmit(address(there));
        emit BridgeToken.BridgedIn(alpha, to, 7);
        vm.assertEq(deliver(), 1, "delivered");
    }

    function testFuzz_bridge_comesBack(uint256 amount) public {
        amount %= SUPPLY + 1;
        send(address(here), abi.encodeCall(here.bridge, (beta, address(this), amount)));
        deliver();
        send(address(there), abi.encodeCall(there.bridge, (alpha, address(this), amount)));
        deliver();
        vm.assertEq(here.balanceOf(address(this)), SUPPLY, "here");
        vm.assertEq(there.totalSupply(), 0, "supply there");
    }

    function testFuzz_bridge_burnsNothingWhenOneWeiShort(uint256 amount) public {
        uint256 fee = here.minFees(beta, here.INBOUND_GAS(), 64);
        vm.deal(address(this), 2 * fee);
        bytes memory input = abi.encodeCall(here.bridge, (beta, address(this), amount % SUPPLY));
        (bool success, ) = address(here).call{value: fee - 1}(input);
        vm.assertFalse(success);
        vm.assertEq(here.totalSupply(), SUPPLY, "supply here");
        (success, ) = address(here).call{value: fee}(input);
        vm.assertTrue(success);
    }

    function test_bridge_revertsForTheZeroAddress() public {
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(0)));
        here.bridge{value: 1 ether}(beta, address(0), 1);
    }

    function test_bridge_revertsWhenSenderHasLess() public {
        vm.deal(address(this), 1 ether);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, address(this), SUPPLY, SUPPLY + 1)
        );
        here.bridge{value: 1 ether}(beta, address(this), SUPPLY + 1);
    }
}
