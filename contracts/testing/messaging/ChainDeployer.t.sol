// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {labelOf} from "../../../test/fixtures/solidity/labelOf.sol";
import {TwoMoodyPlugs} from "../../../test/fixtures/solidity/TwoMoodyPlugs.sol";
import {MoodyPlug} from "../../fixtures/MoodyPlug.sol";
import {ISocket} from "../../interfaces/ISocket.sol";
import {vm} from "../Vm.sol";
import {TestChain} from "./TestChain.sol";

contract ChainDeployerTest is TwoMoodyPlugs {
    /// @dev Between all of three chains, both ways, on both kinds of switchboard.
    function test_everyPath_hasItsPriceAndItsActors() public {
        MoodyPlug third = new MoodyPlug(addChain("gamma", 42, 4242).socket, address(this));
        connect(address(third), address(here));
        connect(address(third), address(there));
        _assertAllArrive([here, there, third], false);
        connectOptimistic(address(here), address(there));
        connectOptimistic(address(third), address(here));
        connectOptimistic(address(third), address(there));
        _assertAllArrive([here, there, third], true);
    }

    function _assertAllArrive(MoodyPlug[3] memory plugs, bool isOptimistic) private {
        for (uint256 i = 0; i < 9; i++) {
            (MoodyPlug from, MoodyPlug to) = (plugs[i / 3], plugs[i % 3]);
            if (i % 4 == 0) continue;
            uint32 slug = slugOf(address(to));
            // Execution by gas, byte and message; then transmission, the switchboard and its verification.
            uint256 execution = 100_000 * 1 gwei + 5 * 16 gwei + 5e12;
            vm.assertEq(from.minFees(slug, 100_000, 5), execution + 7e12 + 3e12 + 2e12, "fee");
            bytes32 msgId = send(address(from), abi.encodeCall(from.send, (slug, "hello")));
            if (isOptimistic) {
                vm.assertEq(deliver(), 0, "too early");
                passTimeout();
            }
            vm.assertEq(deliver(), 1, "delivered");
            assertDelivered(msgId);
        }
    }

    function test_packets_areCountedFromZero() public {
        for (uint256 i = 0; i < 2; i++) {
            bytes32 msgId = _send("hello");
            deliver();
            vm.assertEq(uint256(uint64(uint256(messageOf(msgId).packetId))), i);
        }
    }

    function test_value_costsTwiceItselfUpToALimit() public {
        uint256 plain = _priceOf(0);
        vm.assertEq(_priceOf((uint256(1) << 248) | 1), plain + 2);
        vm.assertEq(_priceOf((uint256(1) << 248) | 20 ether), plain + 40 ether);
        vm.expectRevert(ISocket.MsgValueTooHigh.selector);
        this.priceOf((uint256(1) << 248) | (20 ether + 1));
    }

    function _priceOf(uint256 params) private view returns (uint256) {
        return this.priceOf(params);
    }

    function priceOf(uint256 params) external view returns (uint256) {
        return here.socket().getMinFees(100_000, 5, bytes32(params), 0, beta, address(here));
    }

    function test_contracts_areLabelledWithTheirChain() public view {
        TestChain[] memory all = chains();
        vm.assertEq(all.length, 2);
        for (uint256 i = 0; i < 2; i++) {
            string memory name = i == 0 ? "alpha" : "beta";
            vm.assertEq(all[i].name, name);
            vm.assertEq(labelOf(address(all[i].socket)), string.concat(name, ".socket"));
            vm.assertEq(labelOf(all[i].switchboard), string.concat(name, ".switchboard"));
            vm.assertEq(labelOf(all[i].optimisticSwitchboard), string.concat(name, ".optimisticSwitchboard"));
        }
    }
}
