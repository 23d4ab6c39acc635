// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ProposedParcel} from "../../../../test/fixtures/solidity/ProposedParcel.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {FEES_UPDATER_ROLE, Roles, WITHDRAW_ROLE} from "../access/Roles.sol";
import {SignedUpdates} from "../access/SignedUpdates.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {IFeeReceiver} from "../interfaces/IFeeReceiver.sol";
import {FastSwitchboard} from "./FastSwitchboard.sol";
import {OptimisticSwitchboard} from "./OptimisticSwitchboard.sol";
import {SwitchboardFees} from "./SwitchboardFees.sol";

contract SwitchboardFeesTest is ProposedParcel {
    uint256 private constant UPDATER_KEY = 0xfe;
    address private constant SAFE = address(0x5afe);

    FastSwitchboard private switchboard;

    function setUp() public override {
        super.setUp();
        switchboard = alpha.switchboard;
        switchboard.grantRoleWithSlug(FEES_UPDATER_ROLE, BETA, vm.addr(UPDATER_KEY));
    }

    function testFuzz_setFees_countsTheFeeOnceForEachWatcher(uint8 watchers, uint96 ofOne, uint128 overhead) public {
        uint256 count = 1 + (watchers % 5);
        for (uint256 key = 1; key < count; key++) switchboard.grantWatcherRole(BETA, vm.addr(key));
        uint128 total = uint128(uint256(ofOne) * count);
        bytes memory signature = _signFees(0, ofOne, overhead);
        vm.expectEmit(address(switchboard));
        emit SwitchboardFees.SwitchboardFeesSet(BETA, SwitchboardFees.Fees(total, overhead));
        switchboard.setFees(0, BETA, ofOne, overhead, signature);

        (uint128 fees, uint128 overheadFees) = switchboard.fees(BETA);
        vm.assertEq(fees, total, "fees");
        vm.assertEq(overheadFees, overhead, "overhead");
        (fees, overheadFees) = switchboard.getMinFees(BETA);
        vm.assertEq(fees, total, "minimum fees");
        vm.assertEq(overheadFees, overhead, "minimum overhead");
    }

    function test_setFees_isWhatMessagesCost() public {
        uint256 before = alpha.socket.getMinFees(0, 0, 0, 0, BETA, address(sender));
        switchboard.setFees(
            0,
            BETA,
            SWITCHBOARD_FEES + 5,
            VERIFICATION_FEES + 7,
            _signFees(0, SWITCHBOARD_FEES + 5, VERIFICATION_FEES + 7)
        );
        vm.assertEq(alpha.socket.getMinFees(0, 0, 0, 0, BETA, address(sender)), before + 12, "fees");
    }

    function test_setFees_ofTheOptimisticSwitchboardAreForAllWatchers() public {
        OptimisticSwitchboard optimistic = alpha.optimisticSwitchboard;
        optimistic.grantRoleWithSlug(FEES_UPDATER_ROLE, BETA, vm.addr(UPDATER_KEY));
        bytes32 digest = keccak256(
            abi.encode(keccak256("FEES_UPDATE"), optimistic, ALPHA, BETA, uint256(0), uint128(5), uint128(7))
        );
        optimistic.setFees(0, BETA, 5, 7, _sign(UPDATER_KEY, digest));
        (uint128 fees, uint128 overhead) = optimistic.getMinFees(BETA);
        vm.assertEq(fees, 5, "fees");
        vm.assertEq(overhead, 7, "overhead");
    }

    function test_setFees_revertsWhenTheProductIsTooHigh() public {
        switchboard.grantWatcherRole(BETA, vm.addr(1));
        bytes memory signature = _signFees(0, type(uint128).max, 0);
        vm.expectRevert(IExecutionManager.FeesTooHigh.selector);
        switchboard.setFees(0, BETA, type(uint128).max, 0, signature);
    }

    function test_setFees_needsTheRoleOfThatChain() public {
        bytes memory refused = abi.encodeWithSelector(Roles.NoPermit.selector, _roleOf(FEES_UPDATER_ROLE, 10));
        bytes32 digest = keccak256(
            abi.encode(keccak256("FEES_UPDATE"), switchboard, ALPHA, uint32(10), uint256(0), uint128(5), uint128(7))
        );
        vm.expectRevert(refused);
        switchboard.setFees(0, 10, 5, 7, _sign(UPDATER_KEY, digest));
    }

    function test_setFees_usesUpTheNonceAndRefusesChangedValues() public {
        bytes memory signature = _signFees(0, 5, 7);
        vm.expectRevert(abi.encodeWithSelector(Roles.NoPermit.selector, _roleOf(FEES_UPDATER_ROLE, BETA)));
        switchboard.setFees(0, BETA, 6, 7, signature);
        vm.expectRevert(abi.encodeWithSelector(Roles.NoPermit.selector, _roleOf(FEES_UPDATER_ROLE, BETA)));
        switchboard.setFees(0, BETA, 5, 8, signature);
        switchboard.setFees(0, BETA, 5, 7, signature);
        vm.expectRevert(SignedUpdates.InvalidNonce.selector);
        switchboard.setFees(0, BETA, 5, 7, signature);
        vm.assertEq(switchboard.nextNonce(vm.addr(UPDATER_KEY)), 1, "nonce");
    }

    function test_withdrawFees_sendsWhatTheExecutionManagerPaid() public {
        alpha.executionManager.withdrawSwitchboardFees(BETA, address(switchboard), SWITCHBOARD_FEES);
        vm.assertEq(address(switchboard).balance, SWITCHBOARD_FEES, "received");

        vm.expectRevert(abi.encodeWithSelector(Roles.NoPermit.selector, WITHDRAW_ROLE));
        switchboard.withdrawFees(SAFE);
        switchboard.grantRole(WITHDRAW_ROLE, address(this));
        vm.expectRevert(ISocket.ZeroAddress.selector);
        switchboard.withdrawFees(address(0));
        switchboard.withdrawFees(SAFE);
        vm.assertEq(SAFE.balance, SWITCHBOARD_FEES, "withdrawn");
    }

    function test_receiveFees_acceptsFeesOfTheSocketsExecutionManagerOnly() public {
        vm.deal(address(this), 1);
        vm.expectRevert(IFeeReceiver.OnlyExecutionManager.selector);
        switchboard.receiveFees{value: 1}(BETA);
        vm.deal(address(alpha.executionManager), 1);
        vm.prank(address(alpha.executionManager));
        switchboard.receiveFees{value: 1}(BETA);
        vm.assertEq(address(switchboard).balance, 1, "received");
    }

    function _signFees(uint256 nonce, uint128 ofOne, uint128 overhead) private view returns (bytes memory) {
        bytes32 action = keccak256("FEES_UPDATE");
        return _sign(UPDATER_KEY, keccak256(abi.encode(action, switchboard, ALPHA, BETA, nonce, ofOne, overhead)));
    }
}
