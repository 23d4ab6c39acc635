// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {TwoChains} from "../../../../test/fixtures/solidity/TwoChains.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {FEES_UPDATER_ROLE, Roles, TRANSMITTER_ROLE, WITHDRAW_ROLE} from "../access/Roles.sol";
import {SignedUpdates} from "../access/SignedUpdates.sol";
import {TransmitManager} from "./TransmitManager.sol";

contract TransmitManagerTest is TwoChains {
    uint256 private constant UPDATER_KEY = 0xfee;

    TransmitManager private manager;

    function setUp() public {
        manager = alpha.transmitManager;
        manager.grantRoleWithSlug(FEES_UPDATER_ROLE, BETA, vm.addr(UPDATER_KEY));
    }

    function test_setTransmissionFees_setsWhatTheExecutionManagerAsks() public {
        bytes memory signature = _sign(UPDATER_KEY, _digest(address(manager), ALPHA, BETA, 0, 123));
        vm.expectEmit(address(manager));
        emit TransmitManager.TransmissionFeesSet(BETA, 123);
        manager.setTransmissionFees(0, BETA, 123, signature);
        vm.assertEq(alpha.executionManager.transmissionMinFees(address(manager), BETA), 123, "fees");
        vm.expectRevert(SignedUpdates.InvalidNonce.selector);
        manager.setTransmissionFees(0, BETA, 123, signature);
    }

    /// @dev Each signature is valid for something else, so another account is recovered, which has no role.
    function test_setTransmissionFees_refusesWhatWasSignedForSomethingElse() public {
        bytes32[4] memory digests = [
            _digest(address(beta.transmitManager), ALPHA, BETA, 0, 123),
            _digest(address(manager), BETA, BETA, 0, 123),
            _digest(address(manager), ALPHA, 10, 0, 123),
            _digest(address(manager), ALPHA, BETA, 0, 124)
        ];
        for (uint256 i = 0; i < digests.length; i++) {
            bytes memory signature = _sign(UPDATER_KEY, digests[i]);
            vm.expectRevert(_noPermit(BETA));
            manager.setTransmissionFees(0, BETA, 123, signature);
        }
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "ECDSA: invalid signature length"));
        manager.setTransmissionFees(0, BETA, 123, "short");
    }

    function test_withdrawFees_needsTheRoleAndAnAccount() public {
        vm.deal(address(manager), 5);
        vm.expectRevert(abi.encodeWithSelector(Roles.NoPermit.selector, WITHDRAW_ROLE));
        manager.withdrawFees(address(0x5afe));
        manager.grantRole(WITHDRAW_ROLE, address(this));
        vm.expectRevert(ISocket.ZeroAddress.selector);
        manager.withdrawFees(address(0));
        manager.withdrawFees(address(0x5afe));
        vm.assertEq(address(0x5afe).balance, 5, "withdrawn");
    }

    function test_transmitters_areLimitedToTheirPaths() public {
        bytes memory signature = _sign(TRANSMITTER_KEY, "digest");
        (address transmitter, bool isTransmitter) = manager.checkTransmitter(BETA, "digest", signature);
        vm.assertEq(transmitter, vm.addr(TRANSMITTER_KEY));
        vm.assertTrue(isTransmitter);
        (, isTransmitter) = manager.checkTransmitter(10, "digest", signature);
        vm.assertFalse(isTransmitter);
        manager.grantRoleWithSlug(TRANSMITTER_ROLE, 10, transmitter);
        (, isTransmitter) = manager.checkTransmitter(10, "digest", signature);
        vm.assertTrue(isTransmitter);
    }

    function _digest(
        address contract_,
        uint32 local,
        uint32 sibling,
        uint256 nonce,
        uint128 fees
    ) private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256("FEES_UPDATE"), contract_, local, sibling, nonce, fees));
    }

    function _noPermit(uint32 slug) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Roles.NoPermit.selector, keccak256(abi.encode(FEES_UPDATER_ROLE, slug)));
    }
}
